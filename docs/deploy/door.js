// Stands between people and the service in the containers: passes bytes on to one place, both ways, and nothing else. The
// service's own network has no way out, so that no port of the host can lead into it.
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';

const [host, port] = (process.env.DOOR_TO ?? 'photofinch:8470').split(':');

const door = createServer({ allowHalfOpen: true }, (person) => {
  const service = connect({ host, port: Number(port), allowHalfOpen: true });
  // Whichever of the two breaks off, the other one is closed; there is nothing to be said about it.
  pipeline(person, service, () => undefined);
  pipeline(service, person, () => undefined);
});
door.listen(Number(process.env.PORT ?? 8470), () => console.log(`The door is open at ${door.address().port}.`));
