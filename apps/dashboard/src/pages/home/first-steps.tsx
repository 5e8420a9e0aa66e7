import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DashboardSummary, Page } from '@trunkline/client';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { firstSteps } from '../../session/first-steps';
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

/** The way of a new account to its first answered call. The user can hide it; the help menu shows it again. */
export function FirstSteps({ summary }: { summary: DashboardSummary }) {
  const { id } = useAccount();
  const [isHidden, setHidden] = useState(() => firstSteps.areHidden(id));
  const steps = stepsOf(useFacts(summary));
  const current = steps.find(({ isDone }) => !isDone);
  if (isHidden || !current) return null;
  const hide = (): void => {
    firstSteps.hide(id);
    setHidden(true);
  };
  return (
    <Panel
      title="First steps"
      aside={
        <Button size="compact-sm" variant="default" onClick={hide}>
          Hide
        </Button>
      }
    >
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <Line key={step.title} step={step} isCurrent={step === current} />
        ))}
      </ol>
    </Panel>
  );
}

function Line({ step: { title, text, isDone, action, to, needs }, isCurrent }: { step: Step; isCurrent: boolean }) {
  const may = useMay();
  return (
    <li
      className={classes['step']}
      data-state={isDone ? 'done' : isCurrent ? 'now' : 'later'}
      {...(isCurrent && { 'aria-current': 'step' as const })}
    >
      <span className={classes['node']} aria-hidden>
        {isDone && <Check size={13} strokeWidth={3} />}
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
        {isCurrent && (
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
