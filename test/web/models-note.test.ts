import { expect } from 'chai';
import type { Status } from '../../core/http/wire.ts';
import { missingModels, ModelsNote } from '../../web/state/server/models-note.ts';

const status: Status = {
  version: '1.0.0',
  demo: false,
  photos: 3,
  pending: 0,
  failed: 0,
  people: 0,
  faces: 0,
  last_sync_at: null,
  indexing: { running: false, done: 0, total: 0, counting: false, rate: 0, eta: null },
  ml_ready: false,
  bridge: { reachable: true, loggedIn: true },
  now: 0,
  stats: {
    photos: { total: 0, done: 0, pending: 0, by_status: { indexed: 0, pending: 0, failed: 0 } },
    faces: 0,
    people: 0,
  },
  indexer: { last_sync: null, pending_db: 0 },
};

describe('the note that no models are installed', () => {
  it('is shown to admins, who can install them', () => {
    expect(missingModels(status, true)).to.equal('library');
    expect(missingModels(status, false)).to.equal(null);
  });

  it('is shown to everybody in the demo, which has people without models', () => {
    expect(missingModels({ ...status, demo: true }, false)).to.equal('demo');
    expect(missingModels({ ...status, demo: true }, true)).to.equal('demo');
  });

  it('is not shown while the status is unknown, nor once models are ready', () => {
    expect(missingModels(null, true)).to.equal(null);
    expect(missingModels({ ...status, ml_ready: true }, true)).to.equal(null);
    expect(missingModels({ ...status, ml_ready: true, demo: true }, false)).to.equal(null);
  });

  it('stays hidden once it was dismissed', () => {
    let read = false;
    const note = { read: () => read, write: () => (read = true) };
    const models = new ModelsNote(note);
    expect(models.hidden.value).to.equal(false);
    models.hide();
    expect(models.hidden.value).to.equal(true);
    expect(new ModelsNote(note).hidden.value).to.equal(true);
  });
});
