import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { withTempFolder } from '../support/temp-folder.ts';

interface Step {
  readonly name?: string;
  readonly run?: string;
}

const root = resolve(import.meta.dirname, '../..');
const workflow = parse(readFileSync(join(root, 'docs/deploy/release.yml'), 'utf8')) as {
  jobs: { package: { steps: Step[] } };
};
const scriptOf = (name: string): string => {
  const step = workflow.jobs.package.steps.find((one) => one.name === name);
  return step?.run ?? expect.fail(`There is no step ${name}`);
};

/** Runs a step as GitHub does. */
function bash(script: string, cwd: string, env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const folders = /npm pack --pack-destination release (.+)$/m
  .exec(scriptOf('Packages and bill of materials'))?.[1]
  ?.split(' ');
const { version } = manifest;

/** The archive that `npm pack` makes of a folder. The program itself can be packed only after a build. */
function archiveOf(folder: string): string {
  if (folder === '.') return `photofinch-${version}.tgz`;
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--silent', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return filename;
}

describe('a release', () => {
  it('has the version of the tag in all packages', () =>
    withTempFolder((folder) => {
      const script = scriptOf('The tag is the version of all packages');
      const output = join(folder, 'output');
      expect(bash(script, root, { GITHUB_REF_NAME: `v${version}`, GITHUB_OUTPUT: output })).to.include({ status: 0 });
      expect(readFileSync(output, 'utf8')).to.equal(`version=${version}\n`);
      expect(bash(script, root, { GITHUB_REF_NAME: 'v99.0.0', GITHUB_OUTPUT: output })).to.include({ status: 1 });
    }));

  /** Publishes the packages to a registry that has some already. @returns the published archives, in order */
  const publish = (there: readonly string[]): Promise<string[]> =>
    withTempFolder((folder) => {
      mkdirSync(join(folder, 'release'));
      for (const packed of folders ?? []) writeFileSync(join(folder, 'release', archiveOf(packed)), '');
      // Replaces npm, which would send requests to the registry.
      const npm = join(folder, 'npm');
      writeFileSync(
        npm,
        `#!/bin/bash
case $1 in
  view) [[ " ${there.join(' ')} " == *" $2 "* ]] ;;
  publish) test -f "\${@: -1}" && echo "\${@: -1}" >> published ;;
esac`,
      );
      chmodSync(npm, 0o755);
      writeFileSync(join(folder, 'published'), '');
      const { status, output } = bash(scriptOf('To npm'), folder, {
        PATH: `${folder}:${process.env['PATH'] ?? ''}`,
        VERSION: version,
      });
      expect(status, output).to.equal(0);
      return readFileSync(join(folder, 'published'), 'utf8').split('\n').slice(0, -1);
    });

  it('publishes the plugin API first, then the package that creates plugins, then the program', async () => {
    expect(await publish([])).to.deep.equal([
      `./release/photofinch-plugin-api-${version}.tgz`,
      `./release/create-photofinch-plugin-${version}.tgz`,
      `./release/photofinch-${version}.tgz`,
    ]);
  });

  it('continues where it failed before', async () => {
    expect(await publish([`@photofinch/plugin-api@${version}`, `create-photofinch-plugin@${version}`])).to.deep.equal([
      `./release/photofinch-${version}.tgz`,
    ]);
  });
});
