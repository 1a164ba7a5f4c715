import { BaseSequencer } from 'vitest/node';
import { readBudgets } from './budgets.mjs';
import { nameOf } from './file-name.mjs';

/** What a file without a weight is taken for, in processor seconds: begun early, because it may be long. */
const UNKNOWN = 10;

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

/** Begins with the heaviest files, so that none is waited for alone, and cuts shards of like weight. */
export default class ByWeight extends BaseSequencer {
  #files = readBudgets().files;

  /** @param {import('vitest/node').TestSpecification} spec */
  #weight = ({ moduleId }) => this.#files[nameOf(moduleId)]?.cpu ?? UNKNOWN;

  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const byName = [...files].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
    return byName.sort((a, b) => this.#weight(b) - this.#weight(a));
  }

  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async shard(files) {
    const { shard } = this.ctx.config;
    if (!shard) return files;
    return deal(await this.sort(files), shard.count, this.#weight)[shard.index - 1] ?? [];
  }
}
