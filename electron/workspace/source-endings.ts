const C = ['c', 'h', 'cc', 'hh', 'cpp', 'hpp', 'cxx', 'hxx', 'ipp', 'inl', 'inc', 'def', 'ino'];
const ASSEMBLY = ['s', 'asm'];

/** How the names of files end that compilers and assemblers read, in either case. */
export const SOURCE_ENDINGS: readonly string[] = [...C, ...ASSEMBLY];
