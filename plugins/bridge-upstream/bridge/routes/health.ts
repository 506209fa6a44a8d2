import type { ServerRoute } from '@hapi/hapi';
import { contractVersion, thumbnailSizes, type HealthAnswer } from '../../contract.ts';
import type { RouteParts } from './parts.ts';

export function healthRoute({ catalog, status, version }: RouteParts): ServerRoute {
  const capabilities: HealthAnswer['capabilities'] = {
    thumbnails: thumbnailSizes,
    range: true,
    sha1: 'computed',
    albums: true,
    tags: false,
    related: true,
  };
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
