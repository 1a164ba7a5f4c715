import type { Language } from '../../shared/texts/language.js';
import { MANUAL } from './manual.js';

const COMMANDS = [
  ...Object.entries(MANUAL).map(([name, { synopsis }]) => `  benchloop ${name} ${synopsis}`),
  '  benchloop help [COMMAND]',
  '  benchloop --version',
].join('\n');

export const USAGE = `Benchloop drives firmware from failing to passing on real targets, and says why when it stops.

${COMMANDS}

POLICY: ask (default with a terminal), none (default without one), all, or scopes: build,patch,flash,power,publish,exec,write,commit,deploy,send
Language: --lang en|zh-CN with any command, else $BENCHLOOP_LANG, else the locale; --json is always English
Exit codes: 0 SUCCESS, 1 FAILURE (also when a port or board is lost), 2 bad usage or task, or
  the data folder cannot be used or is full: mend that, then resume the run; 3 ABORTED, 4 waits for an answer
Data: $BENCHLOOP_HOME, else the system's application-data folder`;

export const USAGE_IN: Readonly<Record<Language, string>> = {
  en: USAGE,
  'zh-CN': `Benchloop 让固件在真实目标上从测试失败走到测试通过；停下来时，它会说明原因。

${COMMANDS}

POLICY：ask（有终端时的默认值）、none（没有终端时的默认值）、all，或范围列表：build,patch,flash,power,publish,exec,write,commit,deploy,send
语言：任何命令都可加 --lang en|zh-CN，否则取 $BENCHLOOP_LANG，否则取系统区域设置；--json 始终为英文
退出码：0 SUCCESS，1 FAILURE（包括串口或目标板丢失），2 用法或任务有误，或数据文件夹无法使用或已满
  （处理之后继续该运行），3 ABORTED，4 等待回答
数据：$BENCHLOOP_HOME，否则为系统的应用数据文件夹`,
};
