import { expect } from 'chai';
import { sayPlainly } from '../../../plugins/backup-remote/complaint.ts';

const secret = 'it"s, a secret: of ours';
const doubled = secret.replaceAll('"', '""');
const remote = `:webdav,url="https://dav.example",user=me,pass="${doubled}":copies`;
const inQuotes = (text: string): string => JSON.stringify(text).slice(1, -1);

describe('the error message of rclone, as shown to users', () => {
  it('is its last line, without time and level', () => {
    const complaint =
      '2026/11/26 22:03:26 NOTICE: Config file not found\n2026/11/26 22:03:27 ERROR : the folder is not there\n';
    expect(sayPlainly(complaint, 'dav:copies')).to.equal('rclone says: the folder is not there');
    expect(sayPlainly('', 'dav:copies')).to.equal('rclone was ended');
  });

  it('does not contain the internal name of the remote', () => {
    expect(sayPlainly('Failed to create file system for "photofinch_copies:": no route', 'dav:copies')).to.equal(
      'rclone says: Failed to create file system for the remote: no route',
    );
    expect(sayPlainly('photofinch_copies:a.json: not there', 'dav:copies')).to.equal('rclone says: a.json: not there');
  });

  const told: Readonly<Record<string, string>> = {
    'the whole connection string': `cannot use ${remote} today`,
    'the connection string between quotes': `Failed to create file system for "${inQuotes(remote)}": 401`,
    'a connection string that is cut off': `unterminated ":webdav,pass=\\"${inQuotes(doubled)}`,
    'another connection string with the secret': `:ftp,host=x,pass="${doubled}":y is none`,
    'the same between quotes': `":ftp,host=x,pass=\\"${inQuotes(doubled)}\\":y" is none`,
    'the secret alone': `illegal value ${secret} in password`,
    'the secret alone, between quotes': `illegal value "${inQuotes(secret)}" in password`,
  };
  for (const [where, complaint] of Object.entries(told)) {
    it(`never contains the secret in the form of ${where}`, () => {
      const text = sayPlainly(complaint, remote);
      for (const part of [secret, doubled, inQuotes(secret), inQuotes(doubled), 'a secret', 'of ours']) {
        expect(text).not.to.include(part);
      }
      expect(text).to.match(/the remote|…/);
    });
  }

  it('never contains secrets that rclone read from its own configuration', () => {
    const said =
      'Get "https://me:hidden1@dav.example/?X-Amz-Signature-Token=hidden2&secret_access_key=hidden3": {"client_secret": "hidden4", "bucket": "photos"}, bearer hidden5.hidden, sas_url=https://x/, api_key=\'hidden6\'';
    const text = sayPlainly(said, 'offsite:photos');
    expect(text).not.to.match(/hidden\d/);
    expect(text).to.include('dav.example').and.to.include('"bucket": "photos"');
  });

  it('takes little time, even for long lines of words that look like names of secrets', () => {
    const start = performance.now();
    for (const word of ['-key', 'key', 'pass.', 'a.key', 'key ']) {
      const words = word.repeat(4000 / word.length).trim();
      expect(sayPlainly(words, 'dav:copies')).to.equal(`rclone says: ${words}`);
      expect(sayPlainly('no route', words)).to.equal('rclone says: no route');
      expect(sayPlainly(`${words}=hidden`, 'dav:copies')).to.equal(`rclone says: ${words}=…`);
    }
    // This takes a few milliseconds; it used to take half a minute.
    expect(performance.now() - start).to.be.lessThan(5000);
  });

  it('keeps words that only mention secrets', () => {
    const said = "couldn't decrypt password: base64 decode failed when revealing password - is it obscured?";
    expect(sayPlainly(said, 'dav:copies')).to.equal(`rclone says: ${said}`);
  });
});
