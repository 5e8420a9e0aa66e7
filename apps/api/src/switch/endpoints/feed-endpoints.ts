import type { FeedPage, PeerFeeds, PeerOwner, ProbedPeer, SourceNetwork } from '@trunkline/voice-routing';
import { feedQuery } from '../schemas/request-schemas';
import type { SwitchEndpoint } from './switch-endpoint';

/** What switches probe and accept calls from. See docs/integrating-a-switch.md#gateways. */
export class FeedEndpoints {
  constructor(private readonly feeds: PeerFeeds) {}

  get endpoints(): readonly (readonly [string, SwitchEndpoint])[] {
    return [
      ['GET /switch/gateways', async ({ query }) => gatewaysJson(await this.feeds.gateways(...feedQuery(query)))],
      ['GET /switch/sources', async ({ query }) => sourcesJson(await this.feeds.sources(...feedQuery(query)))],
    ];
  }
}

function gatewaysJson(page: FeedPage<ProbedPeer>): object {
  const gateways = page.items.map(({ owner, target }) => ({ ...ownerJson(owner), ...(target ?? { removed: true }) }));
  return { gateways, ...pageJson(page) };
}

function sourcesJson(page: FeedPage<SourceNetwork>): object {
  const sources = page.items.map(({ owner, network, isRemoved }) => ({
    network,
    kind: 'carrierId' in owner ? 'carrier' : 'trunk',
    ...ownerJson(owner),
    ...(isRemoved && { removed: true }),
  }));
  return { sources, ...pageJson(page) };
}

function pageJson({ next, hasMore, isReset }: FeedPage<unknown>): object {
  return { next, more: hasMore, ...(isReset && { reset: true }) };
}

function ownerJson(owner: PeerOwner): object {
  if ('carrierId' in owner) return { carrier_id: owner.carrierId };
  return 'gatewayId' in owner ? { gateway_id: owner.gatewayId } : { trunk_id: owner.trunkId };
}
