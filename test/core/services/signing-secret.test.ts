import { readdirSync, readFileSync, statSync, chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { StartupError } from '../../../core/domain/errors.ts';
import { signingSecret } from '../../../core/services/signing-secret.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('the signing secret', () => {
  it('is the configured one, without a file', () =>
    withTempFolder((folder) => {
      expect(signingSecret('x'.repeat(32), folder).toString()).to.equal('x'.repeat(32));
      expect(readdirSync(folder)).to.deep.equal([]);
    }));

  it('is created once, readable by its owner only', () =>
    withTempFolder((folder) => {
      const data = join(folder, 'data');
      const secret = signingSecret(undefined, data);
      expect(secret).to.have.length(32);
      expect(readdirSync(data)).to.deep.equal(['signing-secret']);
      expect(statSync(join(data, 'signing-secret')).mode & 0o777).to.equal(0o600);
      expect(signingSecret(undefined, data).equals(secret)).to.equal(true);
    }));

  it('differs between folders', () =>
    withTempFolder((one) =>
      withTempFolder((other) => {
        expect(signingSecret(undefined, one).equals(signingSecret(undefined, other))).to.equal(false);
      }),
    ));

  it('has its file permissions restricted again if they were changed', () =>
    withTempFolder((folder) => {
      signingSecret(undefined, folder);
      chmodSync(join(folder, 'signing-secret'), 0o644);
      signingSecret(undefined, folder);
      expect(statSync(join(folder, 'signing-secret')).mode & 0o777).to.equal(0o600);
    }));

  for (const content of ['', 'short\n', 'z'.repeat(64)]) {
    it(`stops the start if the file contains ${JSON.stringify(content.slice(0, 8))}`, () =>
      withTempFolder((folder) => {
        writeFileSync(join(folder, 'signing-secret'), content);
        expect(() => signingSecret(undefined, folder)).to.throw(StartupError, /signing-secret .* holds no secret/);
        expect(readFileSync(join(folder, 'signing-secret'), 'utf8')).to.equal(content);
      }));
  }
});
