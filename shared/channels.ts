/** Every call that the window can make. Apart from the schemas, so that the preload script stays a few lines. */
export const CHANNELS = [
  'about',
  'profiles',
  'demos',
  'runs',
  'watch',
  'unwatch',
  'pickTask',
  'start',
  'startDemo',
  'nextStep',
  'resume',
  'abort',
  'answer',
  'exportReport',
  'openFolder',
] as const;
export type Channel = (typeof CHANNELS)[number];

/** Name of a call on Electron's wire. */
export const wireName = (channel: Channel): string => `benchloop:${channel}`;

/** Name on the wire of the one message that main sends by itself: a view. */
export const VIEW_WIRE = 'benchloop:view';

/** What the preload script puts on `window.benchloop`. Both ends parse what arrives. */
export type Bridge = Record<Channel, (input?: unknown) => Promise<unknown>> & {
  /** Calls `listener` with every view that is pushed; the returned function ends that. */
  onView(listener: (view: unknown) => void): () => void;
};
