/** Arguments that make a test program run these cases alone; null where it cannot be told so: then it runs them all. */
export type Select = (names: readonly string[]) => readonly string[] | null;

/** A name comes from the target: it must not become an option, nor hold what ends a text. */
const isPlain = (name: string): boolean => !/^-|\p{Cc}/u.test(name) && name !== '';

/** Names that stand by themselves. */
export const asArguments: Select = (names) => (names.every(isPlain) ? names : null);

/** GoogleTest's filter has no escape: what means something in it is matched by `?`, which stands for any character. */
export const asGtestFilter: Select = (names) =>
  names.every(isPlain)
    ? [`--gtest_filter=${names.map((name) => name.replace(/[*?:-]/g, '?')).join(':')}`]
    : null;

/** One regular expression of CMake, whole names alone (CMake manual, `string(REGEX)`). */
export const asCtestExpression: Select = (names) => {
  if (names.some((name) => /\p{Cc}/u.test(name))) return null;
  const escaped = names.map((name) => name.replace(/[\\^$.[\]*+?|()-]/g, '\\$&'));
  return ['-R', `^(${escaped.join('|')})$`];
};

/** cmocka's filter is one pattern, in which `*` and `?` have no escape: a program that takes one runs one case. */
export const asOneArgument: Select = (names) =>
  names.length === 1 && names.every((name) => isPlain(name) && !/[*?]/.test(name)) ? names : null;

export const notAtAll: Select = () => null;

const PLACE = '{case}';

/** The task's own arguments, for each case once. */
export const byTemplate =
  (template: readonly string[]): Select =>
  (names) =>
    names.every((name) => !/\p{Cc}/u.test(name))
      ? names.flatMap((name) => template.map((part) => part.replaceAll(PLACE, () => name)))
      : null;
