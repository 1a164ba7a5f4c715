/**
 * Deals files into bins of like weight: each file, the heaviest first, into the bin that is the lightest by then.
 *
 * @template T
 * @param {readonly T[]} files the heaviest first
 * @param {number} bins
 * @param {(file: T) => number} weightOf
 * @returns {T[][]}
 */
export function deal(files, bins, weightOf) {
  const dealt = Array.from({ length: bins }, () => ({ weight: 0, files: /** @type {T[]} */ ([]) }));
  for (const file of files) {
    const lightest = dealt.reduce((least, bin) => (bin.weight < least.weight ? bin : least));
    lightest.files.push(file);
    lightest.weight += weightOf(file);
  }
  return dealt.map((bin) => bin.files);
}
