import type OpenAI from 'openai';
import type { ModelCall, ModelQuestion, ModelReply } from '../model.js';

/** More than any answer to our questions; a server that sends on and on is cut off (characters). */
const LONGEST_ANSWER = 400_000;

/** What a server can be asked for beside words. Some compatible servers refuse a request that names one of them. */
export type Feature = 'format' | 'tools' | 'usage';
export type Features = Record<Feature, boolean>;

/** One answer of a server, as far as it came. */
export interface Answer {
  text: string;
  refusal: string;
  calls: ModelCall[];
  usage: ModelReply['usage'];
  /** Null where the stream ended before the model did. */
  finish: 'stop' | 'length' | 'filter' | null;
}

export const noAnswer = (): Answer => ({ text: '', refusal: '', calls: [], usage: null, finish: null });

export const isTooLong = ({ text }: Answer): boolean => text.length > LONGEST_ANSWER;

export interface Request {
  api: OpenAI;
  model: string;
  question: ModelQuestion;
  features: Features;
  signal: AbortSignal;
  /** Told the words of the answer whenever there are more. */
  onText(soFar: string): void;
}

/** One of the two interfaces of an OpenAI-compatible server. Rejects with what the library throws. */
export type Wire = (request: Request) => Promise<Answer>;

/** The server sent what the interface does not know. */
export class StrangeAnswer extends Error {}

/** Arguments as a model wrote them; what is no JSON stays text, for the schema of the tool to refuse. */
export function readArguments(written: string): unknown {
  try {
    return written.trim() === '' ? {} : JSON.parse(written);
  } catch {
    return written;
  }
}
