import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { type Ask, AskSchema, type Reply } from './messages.js';
import { createShownSheet } from './shown.js';

// dist/sheet.js: reads captures for the window, so that neither a large one nor a person's expression holds up main.
const shown = createShownSheet();
const MessageSchema = z.object({ id: z.number(), question: AskSchema });

function answer(question: Ask): unknown {
  switch (question.ask) {
    case 'show':
      return shown.show(question);
    case 'grow':
      return shown.grow();
    case 'rows':
      return shown.rows(question);
    case 'rowAt':
      return shown.rowAt(question);
  }
}

function reply(id: number, question: Ask): Reply {
  try {
    return { id, value: answer(question) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (message: unknown) => {
  const { id, question } = MessageSchema.parse(message);
  parentPort?.postMessage(reply(id, question));
});
