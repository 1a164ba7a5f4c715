import type { Edit } from '../../../shared/judgement.js';
import type { Scratch } from '../provider.js';

/** The files that edits name, where they may be changed. Of a file that must not be sent, whether an edit fits would tell of its text. */
export async function textsOf(
  scratch: Pick<Scratch, 'changeable' | 'read' | 'isWithheld'>,
  edits: readonly Edit[],
): Promise<{ file: string; text: string }[]> {
  const changeable = new Set(await scratch.changeable());
  const named = new Set(edits.map(({ file }) => file.replace(/^\.\//, '')));
  const texts: { file: string; text: string }[] = [];
  for (const file of named) {
    const isOpen = changeable.has(file) && scratch.isWithheld?.(file) !== true;
    const text = isOpen ? await scratch.read(file) : null;
    if (text?.ok) texts.push({ file, text: text.value });
  }
  return texts;
}
