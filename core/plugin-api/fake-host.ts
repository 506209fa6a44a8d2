/**
 * A host for the tests of a plugin's author: all in memory but the plugin's own folder, and as strict as the server's.
 *
 *     import { fakeHost } from '@photofinch/plugin-api/fake-host';
 *     import { describePhotoSource } from '@photofinch/plugin-api/contract-tests';
 *     import plugin from './my-plugin.js';
 *
 *     describePhotoSource(async () => {
 *       const fake = await fakeHost(plugin, { environment: { MY_FOLDER: 'pictures' } });
 *       return { source: fake.provided('photo-source'), cleanup: () => fake.stop() };
 *     });
 */
export { fakeHost, PluginRefused, type FakeHost, type FakeHostSettings } from './fake-host/fake-host.ts';
export type { FakeBrowser } from './fake-host/fake-browser.ts';
export type { FakeEvent } from './fake-host/fake-events.ts';
export type { FakeLibraryContent, FakePerson, FakePhoto } from './fake-host/fake-library.ts';
export type { FakeAnswer, FakeCall } from './fake-host/fake-routes.ts';
export { TooManyAttempts } from './fake-host/fake-accounts.ts';
export type { LogLine } from './fake-host/fake-log.ts';
