import { Button, Grid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DashboardSummary, Page } from '@trunkline/client';
import { Check } from 'lucide-react';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ButtonLink, TextLink } from '../../ui/links';
import { Panel } from '../../ui/layout/panel';
import classes from './first-steps.module.css';
import { useNewestNumbers } from './newest-numbers';
import { type Facts, type Step, stepsOf } from './steps';

/** How often what the system sees is read again, such as a trunk that was created in another tab. */
const POLL_MS = 30_000;
const ONE = { limit: 1 } as const;

/** Whether a list has an item; undefined until that is known, and where the user may not read it. */
function useHas(key: readonly string[], mayRead: boolean, load: (signal: AbortSignal) => PromiseLike<Page<unknown>>) {
  const { data } = useQuery({
    queryKey: [...key, 'first-steps'],
    queryFn: async ({ signal }) => load(signal),
    enabled: mayRead,
    refetchInterval: POLL_MS,
  });
  return data && data.items.length > 0;
}

function useFacts({ recent_cdrs }: DashboardSummary): Facts {
  const may = useMay();
  const numbers = useNewestNumbers().data?.items;
  return {
    hasNumber: numbers && numbers.length > 0,
    hasTrunk: useHas(['trunks'], may('sip_trunks:read'), (signal) => trunkline.sipTrunks.list(ONE, { signal })),
    hasRoute: numbers?.some(({ trunk_id, routing_profile_id }) => trunk_id !== null || routing_profile_id !== null),
    hasCall: recent_cdrs.length > 0,
    hasCard: useHas(['billing', 'cards'], may('billing:read'), (signal) =>
      trunkline.billing.paymentMethods.list(ONE, { signal }),
    ),
  };
}

interface Props {
  readonly summary: DashboardSummary;
  readonly hide: () => void;
}

/**
 * The way of a new account to its first answered call, in place of figures that say nothing yet. The user can hide it; the help
 * menu shows it again.
 */
export function FirstSteps({ summary, hide }: Props) {
  const facts = useFacts(summary);
  const steps = stepsOf(facts);
  const current = steps.find(({ isDone }) => !isDone);
  return (
    <Grid gap={40}>
      <Grid.Col span={12}>
        <Path {...facts} />
      </Grid.Col>
      <Panel
        title="Your first call, in five steps"
        span={8}
        aside={
          <Button size="compact-sm" variant="default" onClick={hide}>
            Hide
          </Button>
        }
      >
        <ol className={classes['steps']}>
          {steps.map((step, index) => (
            <Line key={step.title} step={step} order={index + 1} isCurrent={step === current} />
          ))}
        </ol>
      </Panel>
      <Panel title="What a call looks like here" span={4}>
        <ol className={classes['sample']}>
          {SAMPLE.map(([what, when]) => (
            <li key={what}>
              {what}
              <small>{when}</small>
            </li>
          ))}
        </ol>
        <Text size="xs" c="dimmed" mt="sm">
          A sample. Each of your calls has such a page.
        </Text>
      </Panel>
    </Grid>
  );
}

/** The way of a call, of which the parts that are missing are dashed. */
function Path({ hasNumber, hasTrunk, hasRoute }: Facts) {
  const parts = [
    { name: 'Callers', isThere: true, value: 'Anyone', note: 'calls your number' },
    { name: 'Number', isThere: hasNumber === true, value: hasNumber ? 'Yours' : 'Not chosen yet', note: 'step 1' },
    { name: 'Route', isThere: hasRoute === true, value: hasRoute ? 'Set' : 'Not set yet', note: 'step 3' },
    {
      name: 'Your PBX',
      isThere: hasTrunk === true,
      value: hasTrunk ? 'Trunk created' : 'Not connected yet',
      note: 'step 2',
    },
  ];
  return (
    <ol className={classes['path']} aria-label="What happens to a call">
      {parts.map(({ name, isThere, value, note }, index) => (
        <li key={name} data-there={isThere || undefined} data-next={parts[index + 1]?.isThere || undefined}>
          <small>{name}</small>
          <b>{value}</b>
          {(index === 0 || !isThere) && <small>{note}</small>}
        </li>
      ))}
    </ol>
  );
}

const SAMPLE = [
  ['Call from +1 415 555 0142', '15:40:02.110'],
  ['Number found, route Front desk', '+6 ms'],
  ['Offered to pbx.example.com', '+9 ms'],
  ['Answered, talked 4:07', '+6.2 s'],
  ['Charged $0.02: 5 min × $0.0040', '+4 min 14 s'],
] as const;

interface LineProps {
  readonly step: Step;
  readonly order: number;
  readonly isCurrent: boolean;
}

function Line({ step: { title, text, isDone, action, to, needs }, order, isCurrent }: LineProps) {
  const may = useMay();
  return (
    <li
      className={classes['step']}
      data-state={isDone ? 'done' : isCurrent ? 'now' : 'later'}
      {...(isCurrent && { 'aria-current': 'step' as const })}
    >
      <span className={classes['node']} aria-hidden>
        {isDone ? <Check size={13} strokeWidth={3} /> : order}
      </span>
      <Stack gap={4} align="start">
        <Text size="sm" fw={isCurrent ? 600 : 500}>
          {title}
          {isDone && (
            <Text span size="xs" c="dimmed" fw={400}>
              {' '}
              Done
            </Text>
          )}
        </Text>
        {!isDone && (
          <Text size="sm" c="dimmed" maw={560}>
            {text}
          </Text>
        )}
        {!isDone &&
          may(needs) &&
          (isCurrent ? (
            <ButtonLink to={to} size="sm" mt={4}>
              {action}
            </ButtonLink>
          ) : (
            <TextLink to={to} fz="xs">
              {action}
            </TextLink>
          ))}
      </Stack>
    </li>
  );
}
