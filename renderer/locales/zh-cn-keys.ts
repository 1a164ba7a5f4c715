import type { enKeys } from './en-keys.js';

/** 设置中的模型密钥。 */
export const zhCnKeys: typeof enKeys = {
  title: '模型密钥',
  of: '{{provider}} 的密钥',
  at: {
    environment: '环境变量给出了密钥，优先于在此填入的密钥。',
    both: '环境变量给出了密钥；在此期间不使用在此填入的密钥。',
    stored: '密钥已由系统加密保存。',
    memory: '密钥只在内存中，窗口关闭后即消失。',
    unreadable: '已保存密钥，但系统无法再解开：请重新填入，或将其移除。',
    nowhere: '没有密钥。',
  },
  paste: '粘贴密钥',
  give: '使用此密钥',
  remove: '移除',
  keeps: '系统会为你加密保存。密钥不会再次显示，命令行也读不到它。',
  memoryOnly: '此系统没有安全保存密钥的地方：密钥只留在内存中，窗口关闭后即消失。',
  noneAllowed: '本机策略不允许任何需要密钥的提供方。',
};
