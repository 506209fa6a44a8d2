import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase, type Db } from '../../core/db/open.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

describe('an access token that was valid a moment ago', () => {
  let s: LibraryServer;
  /** The database as another process opens it, such as the command line. */
  let elsewhere: Db;

  beforeEach(async () => {
    s = await libraryServer();
    elsewhere = openDatabase(join(s.dataDir, 'index.sqlite3'));
    for (const headers of [s.reader, s.writer, s.admin]) await s.json('/api/photos', headers);
  });
  afterEach(async () => {
    elsewhere.close();
    await s.stop();
  });

  const changes = {
    'is revoked': "UPDATE tokens SET revoked_at = 1 WHERE family = 'write'",
    'is deleted': "DELETE FROM tokens WHERE family = 'write'",
    'is expired': "UPDATE tokens SET expires_at = 1 WHERE family = 'write'",
    'belongs to a user who is disabled': "UPDATE users SET disabled = 1 WHERE username = 'write'",
    'belongs to a user who is deleted': "DELETE FROM users WHERE username = 'write'",
  };
  for (const [what, sql] of Object.entries(changes)) {
    for (const where of ['here', 'by another process']) {
      it(`is refused at the next request when it ${what} ${where}`, async () => {
        (where === 'here' ? s.db : elsewhere).exec(sql);
        expect((await s.get('/api/photos', s.writer)).statusCode).to.equal(401);
        expect((await s.get('/api/photos', s.reader)).statusCode).to.equal(200);
      });
    }
  }

  it('has exactly the rights of the new role when another process changed the role', async () => {
    elsewhere.exec("UPDATE users SET role = 'read' WHERE username = 'write'");
    expect((await s.get('/api/photos?include_hidden=true', s.writer)).statusCode).to.equal(403);
    elsewhere.exec("UPDATE users SET role = 'admin' WHERE username = 'write'");
    expect((await s.get('/api/admin/overview', s.writer)).statusCode).to.equal(200);
  });

  it('is valid until the second in which it expires', async () => {
    s.db.exec("UPDATE tokens SET expires_at = 1800000000 WHERE family = 'read'");
    s.now = 1_799_999_999;
    expect((await s.get('/api/photos')).statusCode).to.equal(200);
    s.now += 1;
    expect((await s.get('/api/photos')).statusCode).to.equal(401);
  });
});
