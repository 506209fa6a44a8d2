// Forwards TCP connections to the server, and does nothing else. The server's network is internal, so no port of the host can
// lead into it directly.
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';

const [host, port] = (process.env.DOOR_TO ?? 'photofinch:8470').split(':');

const door = createServer({ allowHalfOpen: true }, (person) => {
  const service = connect({ host, port: Number(port), allowHalfOpen: true });
  // When one side breaks off, the other one is closed; that is not an error.
  pipeline(person, service, () => undefined);
  pipeline(service, person, () => undefined);
});
door.listen(Number(process.env.PORT ?? 8470), () => console.log(`The door is open at ${door.address().port}.`));
