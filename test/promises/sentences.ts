/** The text below a heading of the second level, up to the next one. */
export function sectionOf(page: string, heading: string): string {
  const [, section = ''] = `\n${page}`.split(`\n## ${heading}\n`);
  return section.split('\n## ')[0] ?? '';
}

/** A paragraph, or an item of a list with the lines that go on with it. */
const blocksOf = (section: string): string[] =>
  section.split(/\n\s*\n|\n(?=- )/).map((block) => block.replace(/^- /, '').replace(/\s+/g, ' ').trim());

/** Words as they are read: links without where they lead, emphasis without its marks. */
const read = (block: string): string =>
  block.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\*\*([^*]*)\*\*/g, '$1');

/** What a paragraph is about, ahead of it; words in bold that begin a sentence are a part of it. */
const TITLE = /^\*\*[^*]+\.\*\*\s*/;

/** A pointer to another page says nothing by itself. */
const isPointer = (sentence: string): boolean => /^See \S+\.$/.test(sentence);

/** The sentences of a section of a page in Markdown, each on one line. */
export const sentencesOf = (section: string): string[] =>
  blocksOf(section)
    .map((block) => read(block.replace(TITLE, '')))
    .flatMap((block) => block.split(/(?<=[.!?])\s+(?=[A-Z`])/))
    .filter((sentence) => sentence !== '' && !isPointer(sentence));
