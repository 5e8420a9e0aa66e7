import { Text } from '@mantine/core';
import { Moment } from '../../../format/moment';
import { Problem } from '../../../ui/feedback/problem';
import { Panel } from '../../../ui/layout/panel';
import { Timeline } from '../../../ui/layout/timeline';
import { WhatToDo } from '../../../ui/layout/what-to-do';
import { addressOf } from './gateway-address';
import { NO_RESPONSE } from './gateway-health';
import type { Result, Test } from './gateway-test';
import classes from '../trunk.module.css';

const nameOf = ({ gateway, gateway_id }: Result): string => gateway?.name ?? gateway_id;
const isSilent = ({ sip_code }: Result): boolean => sip_code === null || sip_code === NO_RESPONSE;

/** What the gateways answered, in the order in which calls try them, and what to do about those that did not. */
export function TestResults({ test: { data, error, isPending } }: { test: Test }) {
  if (isPending)
    return (
      <Text size="sm" c="dimmed" role="status">
        The switch is sending OPTIONS to each gateway. A gateway that does not respond takes six seconds.
      </Text>
    );
  if (error) return <Problem title="The gateways could not be tested" error={error} />;
  if (!data) return null;
  const steps = stepsFor(data.results);
  return (
    <Panel title="Last test" aside={<Moment at={data.at} zoned />}>
      <div role="status" className={classes['halves']}>
        <Timeline
          label="Result of the test"
          events={data.results.map((result) => ({
            state: result.ok ? 'ok' : 'bad',
            text: <Outcome result={result} />,
            note: result.rtt_ms === null ? 'No response' : `+${result.rtt_ms} ms`,
          }))}
        />
        {steps.length > 0 && (
          <div className={classes['aside']}>
            <WhatToDo title="What to do" steps={steps} />
          </div>
        )}
      </div>
    </Panel>
  );
}

function Outcome({ result }: { result: Result }) {
  const { ok, sip_code, error, gateway } = result;
  const address = gateway && <code>{addressOf(gateway)}</code>;
  if (ok)
    return (
      <>
        <b>{nameOf(result)} responds</b> to OPTIONS at {address} with {sip_code}
      </>
    );
  if (isSilent(result))
    return (
      <>
        <b>{nameOf(result)} does not respond</b> to OPTIONS at {address}
      </>
    );
  return (
    <>
      <b>{nameOf(result)} fails</b> with {sip_code ?? error} at {address}
    </>
  );
}

/** What to do about the gateways that failed, first the most likely cause. */
function stepsFor(results: readonly Result[]): readonly string[] {
  const failed = results.filter(({ ok }) => !ok);
  const silent = failed.filter(isSilent);
  const refusing = failed.filter((each) => !isSilent(each));
  const names = (list: readonly Result[]) => list.map(nameOf).join(', ');
  return [
    ...(silent.length > 0
      ? [
          `Let the addresses of the switch through the firewall of ${names(silent)}. Silence comes from a firewall more often than from a stopped system.`,
          'Check that the system listens at this address, port and transport, and that it accepts OPTIONS.',
        ]
      : []),
    ...(refusing.length > 0
      ? [
          `Look into the log of ${names(refusing)}: it responded that it cannot take calls. Raise its limit of calls if it is full.`,
        ]
      : []),
    ...(failed.length > 0 && failed.length < results.length
      ? [
          'Until then, set the weight of the gateway to 0 or its priority to a higher number, so that no caller waits for it.',
        ]
      : []),
  ];
}
