/** What an operator can ask for without a model. `its` stands for the board that was named before. */
export type Wish =
  | { do: 'flash'; board: string; image: { lastGood: true } | { lastGood: false; name: string } }
  | { do: 'console'; board: string | null; seconds: number | null }
  | { do: 'power'; board: string; action: 'on' | 'off' | 'cycle' | 'reset' }
  | { do: 'build' | 'test' | 'loop' }
  | { do: 'explain'; run: string | null }
  | { do: 'undo'; call: number | null }
  | { do: 'list'; what: 'boards' | 'ports' | 'runs' | 'files' };

/** A form of a sentence, whole and without regard to capitals, and what it wishes. */
interface Form {
  form: RegExp;
  wish(groups: Readonly<Record<string, string | undefined>>): Wish;
}

const NAME = String.raw`(?<board>[\w.:/@-]+)`;
const FOR_SECONDS = String.raw`(?: for (?<seconds>\d{1,2}) ?s(?:ec(?:onds?)?)?)?`;
const LAST_GOOD =
  /^(?:(?:the )?last (?:known )?good (?:build|image|one)|(?:上次|最近一次|最后一次)(?:可用|正常|良好|成功)的?(?:构建|镜像|固件|版本))$/i;

const seconds = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
const imageOf = (name = '') =>
  LAST_GOOD.test(name.trim())
    ? ({ lastGood: true } as const)
    : ({ lastGood: false, name: name.trim() } as const);
const ITS = /^(?:its|it|the|它的?|其)$/i;
const boardOf = (name: string | undefined): string | null =>
  name === undefined || ITS.test(name) ? null : name;

const form = (pattern: string, wish: Form['wish']): Form => ({
  form: new RegExp(`^(?:please )?${pattern}$`, 'iu'),
  wish,
});

/** The documented sentences (docs/session.md), English and Chinese. */
const FORMS: readonly Form[] = [
  form(`flash (?:board )?${NAME} with (?<image>.+)`, (g) => ({
    do: 'flash',
    board: g.board ?? '',
    image: imageOf(g.image),
  })),
  form(`flash (?<image>.+?) (?:on)?to (?:board )?${NAME}`, (g) => ({
    do: 'flash',
    board: g.board ?? '',
    image: imageOf(g.image),
  })),
  form(
    `(?:请)?(?:用|把|将) ?(?<image>.+?) ?(?:烧录|刷写|刷)(?:到|至|进)? ?(?:开发板|板子|板)? ?${NAME}`,
    (g) => ({ do: 'flash', board: g.board ?? '', image: imageOf(g.image) }),
  ),
  form(`show (?:me )?(?:the )?(?:boot log|console|output)(?: of)? (?:board )?${NAME}${FOR_SECONDS}`, (g) => ({
    do: 'console',
    board: boardOf(g.board),
    seconds: seconds(g.seconds),
  })),
  form(`show (?:me )?its (?:boot log|console|output)${FOR_SECONDS}`, (g) => ({
    do: 'console',
    board: null,
    seconds: seconds(g.seconds),
  })),
  form(
    String.raw`(?:请)?(?:显示|查看|看)(?:一下)? ?(?:开发板|板子|板)? ?(?<board>[\w.:/@-]+|它)? ?的? ?(?:启动日志|控制台|串口|输出)(?: ?(?<seconds>\d{1,2}) ?秒)?`,
    (g) => ({ do: 'console', board: boardOf(g.board), seconds: seconds(g.seconds) }),
  ),
  form(`(?:turn|switch|power) (?<action>on|off) (?:board )?${NAME}`, (g) => ({
    do: 'power',
    board: g.board ?? '',
    action: g.action?.toLowerCase() === 'on' ? 'on' : 'off',
  })),
  form(`(?:turn|switch|power) (?:board )?${NAME} (?<action>on|off)`, (g) => ({
    do: 'power',
    board: g.board ?? '',
    action: g.action?.toLowerCase() === 'on' ? 'on' : 'off',
  })),
  form(`power[- ]?cycle (?:board )?${NAME}`, (g) => ({
    do: 'power',
    board: g.board ?? '',
    action: 'cycle',
  })),
  form(`reset (?:board )?${NAME}`, (g) => ({ do: 'power', board: g.board ?? '', action: 'reset' })),
  form(`(?:请)?(?:给 ?)?(?:开发板|板子|板)? ?${NAME} ?(?<action>上电|断电|重新上电|重启电源)`, (g) => ({
    do: 'power',
    board: g.board ?? '',
    action: g.action === '上电' ? 'on' : g.action === '断电' ? 'off' : 'cycle',
  })),
  form(`(?:请)?(?:复位|重置) ?(?:开发板|板子|板)? ?${NAME}`, (g) => ({
    do: 'power',
    board: g.board ?? '',
    action: 'reset',
  })),
  form(
    'build(?: (?:it|the (?:task|firmware|project)))?|(?:请)?(?:编译|构建)(?:一下)?(?:任务|固件|项目)?',
    () => ({ do: 'build' }),
  ),
  form(
    '(?:run|show) (?:the )?tests?|test (?:it|the (?:task|firmware))|(?:请)?(?:运行|跑)(?:一下)?测试',
    () => ({ do: 'test' }),
  ),
  form(
    'run (?:the |this )?(?:task|loop)|repair (?:it|the (?:task|firmware))|(?:请)?(?:运行|执行)(?:这个|该)?任务|(?:请)?(?:修复|修好)(?:它|固件)?',
    () => ({ do: 'loop' }),
  ),
  form(
    String.raw`explain (?:the )?(?:last run|run(?: (?<run>[\w-]+))?)|why did (?:the )?(?:last run|run (?<other>[\w-]+)) (?:fail|end|stop)\??|(?:请)?(?:解释|说明)(?:一下)? ?(?:上次|最近一次|最后一次)?(?:的)?运行 ?(?<third>[\w-]+)?`,
    (g) => ({ do: 'explain', run: g.run ?? g.other ?? g.third ?? null }),
  ),
  form(
    String.raw`undo(?: (?:it|everything|all))?(?: ?(?:call )?(?<call>\d+))?|(?:请)?(?:撤销|撤回)(?:全部|调用)? ?(?<zh>\d+)?`,
    (g) => ({ do: 'undo', call: seconds(g.call ?? g.zh) }),
  ),
  form('(?:list|show)(?: me)? (?:all |the |all the )?(?<what>boards|ports|runs|files)', (g) => ({
    do: 'list',
    what: LISTS[g.what?.toLowerCase() ?? ''] ?? 'boards',
  })),
  form('(?:请)?(?:列出|显示)(?:所有)?(?:的)?(?<what>开发板|板子|端口|串口|运行|文件)(?:列表)?', (g) => ({
    do: 'list',
    what: LISTS[g.what ?? ''] ?? 'boards',
  })),
];

const LISTS: Readonly<Record<string, Extract<Wish, { do: 'list' }>['what']>> = {
  boards: 'boards',
  ports: 'ports',
  runs: 'runs',
  files: 'files',
  开发板: 'boards',
  板子: 'boards',
  端口: 'ports',
  串口: 'ports',
  运行: 'runs',
  文件: 'files',
};

/** Where one sentence ends and the next begins. */
const BETWEEN =
  /\s*(?:[;；。]|,?\s+and then\s+|,?\s+then\s+|,\s+and\s+|\s+and\s+(?=show|reset|flash|power|turn|switch|run|build|list|undo|explain|test|repair)|[,，]\s*(?:然后|并且?|再|之后)|[,，]\s*(?=显示|查看|复位|烧录|编译|运行))\s*/iu;

/** Sentences of one message. */
const MOST = 6;

/** What the documented sentences of a message ask for, in their order; null where one of them is none. */
export function wishesIn(message: string): Wish[] | null {
  const sentences = message
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/[.!。！]+$/u, '')
    .split(BETWEEN)
    .filter((part) => part !== '');
  if (sentences.length === 0 || sentences.length > MOST) return null;
  const wishes: Wish[] = [];
  let board: string | null = null;
  for (const sentence of sentences) {
    const wish = wishOf(sentence.trim());
    if (wish === null) return null;
    if (wish.do === 'console' && wish.board === null && board === null) return null;
    wishes.push(wish.do === 'console' ? { ...wish, board: wish.board ?? board } : wish);
    if ('board' in wish && wish.board !== null) board = wish.board;
  }
  return wishes;
}

function wishOf(sentence: string): Wish | null {
  for (const { form: pattern, wish } of FORMS) {
    const found = pattern.exec(sentence);
    if (found) return wish(found.groups ?? {});
  }
  return null;
}
