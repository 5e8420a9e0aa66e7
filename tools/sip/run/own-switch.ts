import { ApiGate } from '../switch/api-gate';
import { Kamailio } from '../switch/kamailio';
import type { Stage } from './story';

export interface OwnSwitch {
  readonly gate: ApiGate;
  readonly kamailio: Kamailio;
}

let switches = 0;

/** Starts a switch that only one story uses, without a media relay, behind a gate to the API. */
export async function ownSwitch(stage: Stage): Promise<OwnSwitch> {
  switches += 1;
  const name = `own${switches}`;
  const { stack } = stage;
  const gate = await ApiGate.start(stack.internalUrl, await stage.bed.ports.port());
  stage.onClose(() => gate.close());
  const api = { apiUrl: gate.url, switchToken: stack.switchToken, domain: stage.domain };
  const kamailio = await Kamailio.start(stage.bed, { node: name, switchId: name, ...api });
  stage.onClose(() => kamailio.stop());
  return { gate, kamailio };
}
