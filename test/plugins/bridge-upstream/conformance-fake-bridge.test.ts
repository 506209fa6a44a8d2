import { levels } from '../../../plugins/bridge-upstream/kit/check.ts';
import { describeBridge } from '../../../plugins/bridge-upstream/kit/suite.ts';
import { stockedFakeBridge } from '../../support/stocked-fake-bridge.ts';

describeBridge(
  'the fake bridge',
  async () => {
    const { bridge, store } = await stockedFakeBridge();
    return { url: bridge.url, token: bridge.token, store, patience: 5, close: () => bridge.close() };
  },
  { levels },
);
