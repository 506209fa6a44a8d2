import type { ServerRoute } from '@hapi/hapi';
import { contractVersion, type HealthAnswer } from '../../contract.ts';
import type { RouteParts } from './parts.ts';

export function healthRoute({ catalog, status, capabilities, version }: RouteParts): ServerRoute {
  return {
    method: 'GET',
    path: '/v1/health',
    handler: (): HealthAnswer => {
      const { state, lastScanAt, condition } = status();
      return {
        contract: contractVersion,
        bridge: { name: 'photofinch-bridge', version },
        storeId: catalog.storeId,
        ...condition,
        state,
        counts: catalog.counts(),
        lastScanAt,
        capabilities,
      };
    },
  };
}
