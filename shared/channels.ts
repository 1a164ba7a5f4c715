/** Every call that the window can make, by area. Apart from the schemas, so that the preload script stays a few lines. */
const CHANNELS_OF = {
  runs: [
    'about',
    'speak',
    'profiles',
    'demos',
    'runs',
    'watch',
    'pickTask',
    'start',
    'startDemo',
    'again',
    'modelProblem',
    'openTask',
    'acceptOffer',
    'acceptRun',
    'nextStep',
    'resume',
    'abort',
    'answer',
    'exportReport',
    'openFolder',
  ],
  sessions: [
    'ask',
    'pickRepository',
    'say',
    'undo',
    'callResult',
    'promptRecord',
    'waitingPrompts',
    'copyPrompt',
    'replyByHand',
    'spending',
  ],
  campaigns: ['startCampaign', 'deliver', 'setMock', 'handedOver', 'consoleRange'],
  chat: ['chat', 'attachRun', 'attachFile', 'detach', 'askChat', 'answerChat', 'stopChat', 'newChat'],
  keys: ['keys', 'giveKey', 'removeKey'],
  boards: ['watchBoards', 'unwatchBoards', 'systemChecks', 'releaseBoard', 'setDrives', 'importMap'],
  console: [
    'watchConsole',
    'unwatchConsole',
    'consolePorts',
    'openPort',
    'closePort',
    'setRules',
    'rows',
    'rowAt',
    'searchConsole',
    'stopSearch',
    'hexRows',
    'send',
    'setLines',
    'sendBreak',
    'pickElf',
    'decode',
    'plot',
    'exportConsole',
    'stopExport',
  ],
  flash: ['watchFlash', 'pickImage', 'planFlash', 'startFlash', 'answerFlash', 'cancelFlash'],
} as const;

/** What of the product a view of the window shows. Each area has its own calls and its own pushes. */
export type Area = keyof typeof CHANNELS_OF;
export type ChannelOf<A extends Area> = (typeof CHANNELS_OF)[A][number];
export type Channel = ChannelOf<Area>;
export const CHANNELS: readonly Channel[] = Object.values(CHANNELS_OF).flat();

/** Name of a call on Electron's wire. */
export const wireName = (channel: Channel): string => `benchloop:${channel}`;

/** Name on the wire of what main sends by itself: a view of that area. */
export const viewWire = (area: Area): string => `benchloop:view:${area}`;

/** What the preload script puts on `window.benchloop`. Both ends parse what arrives. */
export type Bridge = Record<Channel, (input?: unknown) => Promise<unknown>> & {
  /** Calls `listener` with every view of the area that is pushed; the returned function ends that. */
  onView(area: Area, listener: (view: unknown) => void): () => void;
};
