import { expect } from 'chai';
import type { Health } from '../../core/http/wire.ts';
import { LockedLibrary, type UnlockSecret } from '../../web/state/server/locked-library.ts';

/** A locked library, the secrets that were sent to unlock it, and how often the app was started. */
function lockedLibrary(health: Partial<Health>) {
  const server = { health, given: [] as UnlockSecret[], entered: 0, refusal: null as Error | null };
  const library = new LockedLibrary({
    health: () =>
      Promise.resolve({ ok: true, locked: true, bridge: { reachable: false, loggedIn: false }, ...server.health }),
    unlock: (secret) => {
      server.given.push(secret);
      return server.refusal ? Promise.reject(server.refusal) : Promise.resolve();
    },
    enter: () => server.entered++,
  });
  return { library, server };
}

describe('a locked library', () => {
  it('is unlocked with the passphrase: it is shown as opening, and starts the app once it is open', async () => {
    const { library, server } = lockedLibrary({ locked: true });
    await library.refresh();
    expect(library.state.value).to.equal('locked');
    await library.unlock('correct horse');
    expect([library.state.value, server.given]).to.deep.equal(['opening', [{ passphrase: 'correct horse' }]]);
    await library.refresh();
    expect([library.state.value, server.entered]).to.deep.equal(['opening', 0]);
    server.health = { locked: false };
    for (let i = 0; i < 3; i++) await library.refresh();
    expect(server.entered).to.equal(1);
  });

  it('is unlocked with the recovery key', async () => {
    const { library, server } = lockedLibrary({ locked: true });
    library.way.value = 'recovery_key';
    await library.unlock('ABCD-EFGH');
    expect(server.given).to.deep.equal([{ recovery_key: 'ABCD-EFGH' }]);
  });

  it('stays locked if the passphrase is wrong, and reports the error', async () => {
    const { library, server } = lockedLibrary({ locked: true });
    await library.refresh();
    server.refusal = new Error('wrong');
    const failure = await library.unlock('a guess').catch((error: unknown) => error);
    expect([(failure as Error).message, library.state.value]).to.deep.equal(['wrong', 'locked']);
  });

  it('shows the progress of encryption, and starts the app afterwards', async () => {
    const converting = { to: 'encrypted', done: 3, total: 9 } as const;
    const { library, server } = lockedLibrary({ locked: true, converting });
    await library.refresh();
    expect(library.state.value).to.deep.equal(converting);
    server.health = { locked: false };
    await library.refresh();
    expect(server.entered).to.equal(1);
  });

  it('asks for the passphrase again if the server restarted before the library was open', async () => {
    const { library } = lockedLibrary({ locked: true });
    await library.unlock('correct horse');
    library.reached(false);
    expect(library.lost.value).to.equal(true);
    library.reached(true);
    await library.refresh();
    expect([library.lost.value, library.state.value]).to.deep.equal([false, 'locked']);
  });

  it('starts the app only after a second check if it was never seen locked', async () => {
    const { library, server } = lockedLibrary({ locked: false });
    await library.refresh();
    expect([library.state.value, server.entered]).to.deep.equal(['opening', 0]);
    await library.refresh();
    expect(server.entered).to.equal(1);
  });
});
