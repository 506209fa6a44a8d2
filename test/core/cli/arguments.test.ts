import { expect } from 'chai';
import { readCall, usage, UsageError, usageOf } from '../../../core/cli/arguments.ts';

const call = (line: string) => readCall(line.split(' ').filter(Boolean));

describe('the arguments of the command line', () => {
  it('are read as a command, its words and its options', () => {
    expect(call('user add anna --role admin --display-name Anna')).to.deep.equal({
      command: 'user add',
      words: ['anna'],
      options: { __proto__: null, role: 'admin', 'display-name': 'Anna' },
    });
    expect(call('models pull faces clip --from /mnt')).to.deep.include({ words: ['faces', 'clip'] });
    expect(call('restore ./index.sqlite3')).to.deep.include({ command: 'restore', words: ['./index.sqlite3'] });
    expect(call('export-sidecars out --force')).to.deep.include({ command: 'export-sidecars', words: ['out'] });
    expect(call('--disable-2fa anna')).to.deep.include({ command: '--disable-2fa', words: [] });
    expect(call('serve --help').command).to.equal('--help');
    expect(call('-h').command).to.equal('--help');
  });

  const refused: [string, RegExp][] = [
    ['', /name a command/],
    ['launch', /unknown command: launch/],
    ['user', /unknown command: user/],
    ['user remove anna', /unknown command: user remove anna/],
    ['constructor', /unknown command/],
    ['user add', /user add needs a name/],
    ['restore', /restore needs a file/],
    ['export-sidecars', /export-sidecars needs a folder/],
    ['restore a b', /restore does not take b/],
    ['backup now', /backup does not take now/],
    ['user list --role admin', /user list has no option --role/],
    ['serve --from /mnt', /serve has no option --from/],
    ['check --reset-password anna', /--reset-password does not take check/],
    ['--reset-password anna --disable-2fa anna', /--reset-password has no option --disable-2fa/],
    ['--reset-password', /^--reset-password needs a value/],
    ['--disable-2fa', /^--disable-2fa needs a value/],
    ['restore a --trust=1', /^--trust takes no value$/],
    ['open --port --data x', /^--port needs a value; one that begins with a dash is written as in --port=-1$/],
    ['serve --port 80', /serve has no option --port/],
    ['serve --colour', /^there is no option --colour$/],
    ['serve -x', /^there is no option -x$/],
    ['models pull --frob /mnt', /^there is no option --frob: did you mean --from\?$/],
    ['backup --frob', /^there is no option --frob$/],
    ['serve --without-snapshots', /^there is no option --without-snapshots: did you mean --without-snapshot\?$/],
    ['--reset anna', /^there is no option --reset: did you mean --reset-password\?$/],
    ['open a b', /open does not take b/],
    ['unlock add --key-file k --recovery', /^unlock add takes --key-file or --recovery, not both$/],
  ];
  for (const [line, message] of refused) {
    it(`are refused in “photofinch${line && ` ${line}`}”`, () => {
      expect(() => call(line)).to.throw(UsageError, message);
    });
  }

  it('are refused if a word is empty, as that of an unset variable is', () => {
    expect(() => readCall(['export-sidecars', ''])).to.throw(UsageError, /^export-sidecars was given an empty name/);
  });

  it('have a usage text for the typed command, or for all commands', () => {
    const lines = usageOf('models').split('\n');
    expect(lines).to.have.length(3);
    expect(lines.at(-1)).to.include('install models, from the network or from a folder');
    expect(usageOf('decrypt')).to.equal(usageOf('encrypt')).and.to.include('encrypt | decrypt');
    expect(usageOf('launch')).to.equal(usage);
    expect(usageOf(undefined)).to.equal(usage);
  });

  it('have a usage text that names every command of the specification', () => {
    for (const command of [
      'serve',
      'open',
      'demo',
      'user add',
      'user list',
      'user unlink',
      'backup',
      'restore',
      'models pull',
      'models list',
    ]) {
      expect(usage).to.include(`photofinch ${command}`);
    }
    for (const option of ['check', '--reset-password <', '--disable-2fa <']) expect(usage).to.include(option);
  });
});
