import { parentPort } from 'node:worker_threads';
import * as z from 'zod';
import type { Problem } from '../../../../shared/problem.js';
import { exportCaptures } from '../export.js';
import { type Ask, AskSchema, type Reply } from './messages.js';
import { createShownSheet } from './shown.js';

// dist/sheet.js: reads captures for the window, so that neither a large one nor a person's expression holds up main.
const shown = createShownSheet();
const MessageSchema = z.object({ id: z.number(), question: AskSchema });

const tell = (reply: Reply): void => parentPort?.postMessage(reply);

function answer(id: number, question: Ask): unknown {
  switch (question.ask) {
    case 'show':
      return shown.show(question);
    case 'grow':
      return shown.grow();
    case 'rows':
      return shown.rows(question);
    case 'plot':
      return shown.plot(question);
    case 'export':
      return writeFile(id, question);
    case 'rowAt':
      return shown.rowAt(question);
  }
}

async function writeFile(id: number, wanted: Extract<Ask, { ask: 'export' }>): Promise<Problem | null> {
  const written = await exportCaptures(wanted, (read) => tell({ id, read }));
  return written.ok ? null : written.error;
}

async function reply(id: number, question: Ask): Promise<Reply> {
  try {
    return { id, value: await answer(id, question) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (message: unknown) => {
  const { id, question } = MessageSchema.parse(message);
  void reply(id, question).then(tell);
});
