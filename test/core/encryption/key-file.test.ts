import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { StartupError } from '../../../core/domain/errors.ts';
import { readKeyFile } from '../../../core/encryption/key-file.ts';
import { keyFileContent } from '../../support/library-keys.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('a key file', () => {
  it('may be any file that is long and varied enough, such as random bytes or a sentence', () =>
    withTempFolder((folder) => {
      const file = join(folder, 'key');
      for (const content of [keyFileContent(5), Buffer.from('a long sentence that somebody has written down')]) {
        writeFileSync(file, content);
        expect(readKeyFile(file).equals(content)).to.equal(true);
      }
    }));

  for (const [what, content] of [
    ['is short', Buffer.from('a text of thirty-one characters')],
    ['is longer than 1 MiB', Buffer.alloc(1024 * 1024 + 1)],
    ['is all zeros', Buffer.alloc(64)],
    ['repeats a few bytes', Buffer.from('0123456'.repeat(20))],
  ] as const) {
    it(`is refused with a command to create one if it ${what}`, () =>
      withTempFolder((folder) => {
        const file = join(folder, 'key');
        writeFileSync(file, content);
        expect(() => readKeyFile(file)).to.throw(StartupError, /make one with `openssl rand/);
      }));
  }

  it('is refused if it is a folder or missing', () =>
    withTempFolder((folder) => {
      mkdirSync(join(folder, 'key'));
      expect(() => readKeyFile(join(folder, 'key'))).to.throw(StartupError, /must be a file/);
      expect(() => readKeyFile(join(folder, 'none'))).to.throw(StartupError, /cannot be read \(ENOENT\)/);
    }));
});
