import { expect } from 'chai';
import { LibraryLock } from '../../web/state/session/library-lock.ts';
import { until } from '../support/until.ts';

type Look = 'open' | 'away' | 'locked';

/** A lock, and its calls to the page. @param looks the successive states of the server, the last of which remains */
function lockedPage(looks: Look[] = ['locked']) {
  const done: string[] = [];
  const lock = new LibraryLock({
    forget: () => void done.push('forget'),
    tell: () => void done.push('tell'),
    hide: () => void done.push('hide'),
    leave: () => void done.push('leave'),
    health: () => {
      const look = looks.length > 1 ? looks.shift() : looks[0];
      if (look === 'away') return Promise.reject(new Error('nobody listens'));
      return Promise.resolve({ ok: true, locked: look === 'locked', bridge: { reachable: false, loggedIn: false } });
    },
    pause: () => Promise.resolve(),
  });
  return { lock, done, left: () => until(() => done.includes('leave')) };
}

describe('a page whose library is locked', () => {
  it('tells other tabs, clears stored data about photos, and reloads, once for several reports', async () => {
    const { lock, done, left } = lockedPage();
    for (let i = 0; i < 3; i++) lock.found();
    await left();
    expect(done).to.deep.equal(['tell', 'forget', 'hide', 'leave']);
  });

  it('reloads when another tab reports the lock, without reporting it again', async () => {
    const { lock, done, left } = lockedPage();
    lock.heard();
    lock.found();
    await left();
    expect(done).to.deep.equal(['forget', 'hide', 'leave']);
  });

  it('is hidden until the server has restarted in its locked state, and then reloads', async () => {
    const looks: Look[] = ['open', 'away', 'away', 'locked'];
    const { lock, done, left } = lockedPage(looks);
    lock.found();
    expect(done).to.include('hide');
    await left();
    expect(looks).to.deep.equal(['locked']);
  });

  it('reloads even if the server was unlocked again in the meantime', async () => {
    const { lock, left } = lockedPage(['open']);
    lock.found();
    await left();
  });

  it('stays while it shows something that is shown only once, and then reloads', async () => {
    const { lock, done, left } = lockedPage();
    lock.hold();
    lock.found();
    expect(done).to.deep.equal(['tell', 'forget']);
    lock.release();
    await left();
  });

  it('stays after that if the library is not locked', () => {
    const { lock, done } = lockedPage();
    lock.hold();
    lock.release();
    expect(done).to.deep.equal([]);
  });
});
