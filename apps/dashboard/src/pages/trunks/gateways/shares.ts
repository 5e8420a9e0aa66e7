import type { SipGateway } from '@trunkline/client';

export interface SharedGateway extends SipGateway {
  /** Which part of the calls of its priority it is offered first, in percent. Null while it receives none. */
  readonly share: number | null;
}

/** Gives each gateway its share, which follows from the weights of the enabled ones of its priority. Takes all of a trunk. */
export function withShares(gateways: readonly SipGateway[]): SharedGateway[] {
  return gateways.map((gateway) => {
    if (!gateway.enabled) return { ...gateway, share: null };
    const peers = gateways.filter(({ enabled, priority }) => enabled && priority === gateway.priority);
    const sum = peers.reduce((total, { weight }) => total + weight, 0);
    // Where all weights are 0, all are offered as many.
    return { ...gateway, share: sum === 0 ? 100 / peers.length : (100 * gateway.weight) / sum };
  });
}
