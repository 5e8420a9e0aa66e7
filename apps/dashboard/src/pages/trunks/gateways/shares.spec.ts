import type { SipGateway } from '@trunkline/client';
import { withShares } from './shares';

const gateway = (priority: number, weight: number, enabled = true) => ({ priority, weight, enabled }) as SipGateway;
const sharesOf = (...gateways: SipGateway[]) => withShares(gateways).map(({ share }) => share);

describe('the share of a gateway', () => {
  it('follows from the weights of its priority', () => {
    expect(sharesOf(gateway(0, 70), gateway(0, 30), gateway(1, 100))).toEqual([70, 30, 100]);
  });

  it('leaves out gateways that are turned off', () => {
    expect(sharesOf(gateway(0, 70), gateway(0, 30, false))).toEqual([100, null]);
  });

  it('is equal where all weights are 0', () => {
    expect(sharesOf(gateway(0, 0), gateway(0, 0))).toEqual([50, 50]);
  });
});
