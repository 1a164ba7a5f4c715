import { ok, type Problem, type Result } from '../../../shared/problem.js';
import { type AppendFile, openAppendFile } from '../console/append-file.js';
import { type Capture, openCapture, type Stored } from '../console/capture.js';
import type { Mark } from '../console/marks.js';
import type { OpenRequest } from './messages.js';

/** What a port says to everybody: captured on disk, told to those who listen, copied to the files of taps. */
export interface Recording extends Pick<Capture, 'folder' | 'append' | 'mark' | 'total'> {
  listen(listener: Listener): () => void;
  /** Errors: those of `openAppendFile`. `onFailure` is told of a file that cannot be written on. */
  tap(file: string, mode: 'new' | 'append', onFailure: (problem: Problem) => void): Promise<Result<Tap>>;
  /** Bytes that wait for the disk: of the file for which most are waiting. */
  queued(): number;
  close(): Promise<void>;
}

export interface Listener {
  onStored(stored: Stored): void;
  onMark(mark: Mark): void;
}

export interface Tap {
  /** Resolves with the bytes of the file, once it is whole. */
  close(): Promise<number>;
}

/** `onWritten` follows each write. Errors: those of `openCapture`. */
export async function openRecording(request: OpenRequest, onWritten: () => void): Promise<Result<Recording>> {
  const listeners = new Set<Listener>();
  const opened = await openCapture({
    folder: request.captureDir,
    capBytes: request.capBytes,
    segmentBytes: request.segmentBytes,
    onStored: (stored) => {
      for (const listener of listeners) listener.onStored(stored);
      onWritten();
    },
    onMark: (mark) => {
      for (const listener of listeners) listener.onMark(mark);
    },
  });
  return opened.ok ? ok(recordingOf(opened.value, listeners, onWritten)) : opened;
}

function recordingOf(capture: Capture, listeners: Set<Listener>, onWritten: () => void): Recording {
  const taps = new Set<AppendFile>();
  return {
    folder: capture.folder,
    mark: capture.mark,
    total: capture.total,
    queued: () => Math.max(capture.queued(), ...[...taps].map((tap) => tap.queued())),
    append: (bytes, at) => {
      for (const tap of taps) tap.append(bytes);
      capture.append(bytes, at);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tap: async (file, mode, onFailure) => {
      const opened = await openAppendFile(file, mode, { onWritten, onFailure });
      if (!opened.ok) return opened;
      const tap = opened.value;
      taps.add(tap);
      return ok({
        close: () => {
          taps.delete(tap);
          return tap.close();
        },
      });
    },
    close: async () => {
      for (const tap of taps) await tap.close();
      await capture.close();
    },
  };
}
