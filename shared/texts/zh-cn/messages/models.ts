import type { Catalogue } from '../../template.js';

/** Requests to models: records, providers, egress. */
export const MODELS: Catalogue = {
  'this record of a request to a model cannot be read': '这条模型请求的记录无法读取',
  'move it away, and resume the run': '请把它移走，再继续此运行',
  'ask the model again': '再问一次模型',
  'the provider {0} answers no requests': '提供方 {0} 不回答请求',
};
