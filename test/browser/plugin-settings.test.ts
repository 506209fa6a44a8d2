import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { type DemoBrowser, withDemo } from './demo-browser.ts';
import { axeFaults, overflow } from './page-checks.ts';
import { refused } from './watched-page.ts';

const admin: [string, string] = ['admin', 'admin-demo'];

describe('the settings of plugins in a browser', function () {
  let demo: DemoBrowser;
  withDemo(
    (started) => {
      demo = started;
    },
    { PLUGINS: 'test/fixtures/plugins/adjustable' },
  );

  const section = async (options = {}): Promise<Page> => {
    const { page, expects } = await demo.signedIn('/', options, admin);
    expects(refused(400, '/api/admin/plugins/adjustable'));
    await page.goto(`${demo.url}/#/admin/plugins`);
    await page.getByLabel('Colour').waitFor();
    return page;
  };
  const told = async (): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${demo.url}/api/adjustable`);
    return ((await answer.json()) as { values: Record<string, unknown> }).values;
  };

  it('can be changed, reach the plugin, and reveal no secret', async () => {
    const page = await section();
    const save = page.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).to.equal(true);
    await page.getByLabel('Colour').fill('red');
    await page.getByLabel('Password (required)').fill('a very secret word');
    await page.getByLabel('Stars').fill('12');
    await page.getByLabel('Clouds').check();
    await page.getByLabel('north').check();
    await page.getByLabel('Birds').fill('robin\nwren');
    await save.click();
    await page.getByText('Settings of adjustable saved').waitFor();
    expect(await told()).to.deep.equal({
      COLOUR: 'red',
      PASSWORD: 'a very secret word',
      STARS: 12,
      CLOUDS: true,
      WIND: 'north',
      BIRDS: ['robin', 'wren'],
    });
    await page.reload();
    await page.getByText('A value is stored. Type a new one to replace it.').waitFor();
    expect(await page.getByLabel('Password (required)').inputValue()).to.equal('');
    expect(await page.getByLabel('Colour').inputValue()).to.equal('red');

    await page.getByLabel('Delete the stored value').check();
    await save.click();
    await until(async () => (await told())['PASSWORD'] === undefined);
  });

  it('are rejected with a message', async () => {
    const page = await section();
    await page.getByLabel('Stars').fill('many');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('STARS must be a number.').waitFor();
  });

  for (const [name, options] of Object.entries({
    'on a desktop': {},
    'on a narrow phone, in the dark theme': { viewport: { width: 320, height: 640 }, colorScheme: 'dark' as const },
  })) {
    it(`are accessible ${name}`, async () => {
      const page = await section(options);
      expect(await axeFaults(page)).to.deep.equal([]);
      expect(await page.evaluate(overflow)).to.deep.equal([]);
    });
  }
});
