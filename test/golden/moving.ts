/** Folders that were copied: as they were called where they were made, and as their copies are called. */
export interface Moving {
  /** Replaces the old names of the folders in a text. */
  text: (text: string) => string;
}

/** Only such names are the same in JSON, in a shell script and in words. */
const PLAIN = /^[\w./@+-]+$/;

/** @param folders old name → new name, absolute */
export function movingOf(folders: Readonly<Record<string, string>>): Moving {
  for (const name of Object.entries(folders).flat())
    if (!PLAIN.test(name))
      throw new Error(`a golden home cannot be copied to or from “${name}”: take a plain name`);
  return {
    text: (text) => Object.entries(folders).reduce((said, [from, to]) => said.replaceAll(from, to), text),
  };
}
