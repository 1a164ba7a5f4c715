import type { Catalogue } from '../../template.js';

/** What stands between the parts of a message. */
export const JOINTS: Catalogue = {
  '{0}; {1}': '{0}；{1}',
  '{0}: {1}': '{0}：{1}',
  '{0}: {1}: {2}': '{0}：{1}：{2}',
  '{0}. {1}': '{0}。{1}',
  '{0} — {1}': '{0}——{1}',
  '{0} {1}': '{0} {1}',
  '{0}\n{1}': '{0}\n{1}',
  '{0}\n\n{1}': '{0}\n\n{1}',
};
