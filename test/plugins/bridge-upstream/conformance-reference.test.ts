import { levels, type Level } from '../../../plugins/bridge-upstream/kit/check.ts';
import { describeBridge, type BridgeUnderTest } from '../../../plugins/bridge-upstream/kit/suite.ts';
import { gocryptfsMounts } from '../../support/mounted-vault.ts';
import { gocryptfsVaults, rcloneVaults } from '../../support/fixture-vaults.ts';
import { isLongRun } from '../../support/long-run.ts';
import { rcloneInstalled } from '../../support/rclone.ts';
import {
  overFolder,
  overGocryptfsMount,
  overGocryptfsVault,
  overKeptVault,
  overMeteredFolder,
  overRcloneMount,
  overRcloneVault,
} from '../../support/tested-bridges.ts';

/** The conformance tests, or a skipped test that says what is missing. */
function describeWith(
  lack: string | undefined,
  title: string,
  create: () => Promise<BridgeUnderTest>,
  of: readonly Level[] = levels,
): void {
  if (lack === undefined) {
    describeBridge(title, create, { levels: of });
  } else {
    describe(title, () => {
      it(`(skipped: ${lack})`, function () {
        this.skip();
      });
    });
  }
}

/** The others differ in the forms of names and blocks, which the tests of their drivers also read. */
const plainest = ['rclone-standard', 'gocryptfs-default'];

const noGocryptfs = gocryptfsMounts ? undefined : 'gocryptfs and fuse3 are not installed, or may not mount';
const noRclone = rcloneInstalled ? undefined : 'rclone is not installed';

describe('the shipped bridge', () => {
  for (const folder of isLongRun ? [...Object.keys(rcloneVaults), ...Object.keys(gocryptfsVaults)] : plainest) {
    describeWith(undefined, `over the existing vault ${folder}`, () => overKeptVault(folder), ['core', 'media']);
  }
  describeWith(undefined, 'over a folder', overFolder);
  describeWith(undefined, 'over a metered folder', overMeteredFolder, ['core', 'media']);
  describeWith(noRclone, 'over a vault written by rclone', overRcloneVault);
  describeWith(noGocryptfs, 'over a vault written by gocryptfs', overGocryptfsVault);
  describeWith(noGocryptfs, 'over a folder on which gocryptfs is mounted', overGocryptfsMount);
  describeWith(noRclone ?? noGocryptfs, 'over a folder on which rclone is mounted', overRcloneMount);
});
