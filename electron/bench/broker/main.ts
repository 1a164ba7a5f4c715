import { brokerPlace } from './place.js';
import { brokerPort } from './serve.js';

// dist/broker.js PORT: the process that owns one serial port. Clients start it (`start.ts`); nobody does by hand.
const place = brokerPlace(process.argv[2] ?? '');
if (!place.ok) throw new Error(place.error.message);
await brokerPort(place.value);
process.exit();
