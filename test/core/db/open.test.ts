import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../core/db/open.ts';
import { StartupError } from '../../../core/domain/errors.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('opening the index', () => {
  it('says what to do about a file that is none, and leaves it as it is', () =>
    withTempFolder((folder) => {
      const file = join(folder, 'index.sqlite3');
      const content = 'what a broken disk left of an index '.repeat(100);
      writeFileSync(file, content);
      expect(() => openDatabase(file)).to.throw(StartupError, /damaged: restore a backup/);
      expect(readFileSync(file, 'utf8')).to.equal(content);
    }));
});
