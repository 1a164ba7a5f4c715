import { inEnglish } from '../../../shared/texts/words.js';
import { brokerPlace } from './place.js';
import { brokerPort } from './serve.js';

// dist/broker.js PORT: the process that owns one serial port. Clients start it (`start.ts`); nobody does by hand.
const port = process.argv[2] ?? '';
const place = brokerPlace(port);
if (!place.ok) throw new Error(inEnglish(place.error.message));
await brokerPort(port, place.value);
process.exit();
