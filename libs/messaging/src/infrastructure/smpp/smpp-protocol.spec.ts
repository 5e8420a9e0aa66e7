import { SystemClock } from '@trunkline/kernel';
import { Metrics } from '@trunkline/platform';
import { eventually, promtoolFaults, RecordingLog } from '@trunkline/platform/testing';
import type { KeptPdus } from '../../application/carriers/kept-pdus';
import { aMessagingCarrier, anOutboundMessage } from '../../testing/samples';
import { RecordingInbox } from '../../testing/recording-inbox';
import { Smsc } from '../../testing/smsc';
import { STATUS } from './pdu';
import { SmppProtocol } from './smpp-protocol';

describe('SmppProtocol', () => {
  it('opens a link with the credentials of the carrier, and reports on it until it is closed', async () => {
    const smsc = await Smsc.start({
      bind: ({ password }) => (password === 'secret' ? STATUS.ok : STATUS.invalidPassword),
    });
    const metrics = new Metrics('worker');
    const kept: string[] = [];
    const pdus = { keep: async (id: string, _octets: Buffer, reason: string) => void kept.push(`${id}: ${reason}`) };
    const protocol = new SmppProtocol(pdus as unknown as KeptPdus, metrics, new SystemClock(), new RecordingLog());
    const carrier = aMessagingCarrier({
      host: '127.0.0.1',
      port: smsc.port,
      systemId: 'trunkline',
      password: 'secret',
      name: 'Example',
    });
    const link = protocol.open(carrier, new RecordingInbox());
    await eventually(() => expect(link.state.connected).toBe(true));
    expect(smsc.binds[0]?.fields).toMatchObject({ system_id: 'trunkline' });
    smsc.set({ script: () => ({ status: STATUS.throttled }) });
    await link.submit(anOutboundMessage());
    await smsc.deliver({ source_addr: '1', destination_addr: '2', data_coding: 4, short_message: Buffer.from('x') });
    expect(kept).toEqual(['mcr_1: The data coding 4 is not supported.']);

    const shown = await metrics.text();
    for (const line of [
      'trunkline_smpp_connected{carrier="Example",service="worker"} 1',
      'trunkline_smpp_in_flight{carrier="Example",service="worker"} 0',
      'trunkline_smpp_throttled_total{carrier="Example",service="worker"} 1',
      'trunkline_smpp_unreadable_total{carrier="Example",service="worker"} 1',
    ])
      expect(shown).toContain(line);
    expect(shown).toMatch(/trunkline_smpp_lag_seconds\{carrier="Example",service="worker"\} 0\.\d+$/m);
    expect(promtoolFaults(shown)).toBe('');

    await link.close();
    expect(await metrics.text()).not.toContain('trunkline_smpp_connected{');
    await smsc.close();
  });
});
