import { BaseSequencer } from 'vitest/node';
import { readBudgets, weightOf } from './budgets.mjs';
import { deal } from './deal.mjs';
import { nameOf } from './file-name.mjs';

/** Begins with the heaviest files, so that none is waited for alone, and cuts shards of like weight. */
export default class ByWeight extends BaseSequencer {
  #budgets = readBudgets();

  /** @param {import('vitest/node').TestSpecification} spec */
  #weight = ({ moduleId }) => weightOf(nameOf(moduleId), this.#budgets);

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
