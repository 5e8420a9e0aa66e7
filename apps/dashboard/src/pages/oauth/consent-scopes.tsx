import { Stack, Switch, Text } from '@mantine/core';
import type { ConsentAccount, OAuthScope } from '@trunkline/client';
import { words } from '../../format';
import { includedIn, offeredFor, SCOPES } from './scopes';

interface Props {
  readonly requested: readonly OAuthScope[];
  readonly account: ConsentAccount;
  readonly declined: ReadonlySet<OAuthScope>;
  readonly onChange: (declined: ReadonlySet<OAuthScope>) => void;
}

/** What the application asks for, each with a switch. */
export function ConsentScopes({ requested, account, declined, onChange }: Props) {
  const offered = offeredFor(requested);
  const grantable = offeredFor(account.grantable_scopes);
  const isGrantable = (scope: OAuthScope): boolean => grantable.includes(scope);
  const isOn = (scope: OAuthScope): boolean => isGrantable(scope) && !declined.has(scope);
  const toggle = (scope: OAuthScope, isAllowed: boolean): void => {
    const next = new Set(declined);
    if (isAllowed) next.delete(scope);
    else next.add(scope);
    onChange(next);
  };
  return (
    <Stack gap="sm" role="group" aria-labelledby="scopes">
      <Text size="sm" fw={500} id="scopes">
        The application may
      </Text>
      {offered.map((scope) => {
        const wider = requested.find((each) => each === includedIn(scope));
        const isIncluded = wider !== undefined && isOn(wider);
        return (
          <Switch
            key={scope}
            label={SCOPES[scope]}
            description={descriptionOf(scope, isGrantable(scope), isIncluded, account)}
            checked={isOn(scope) || isIncluded}
            disabled={!isGrantable(scope) || isIncluded}
            classNames={{ label: 'readable' }}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
        );
      })}
    </Stack>
  );
}

function descriptionOf(scope: OAuthScope, isGrantable: boolean, isIncluded: boolean, account: ConsentAccount): string {
  if (!isGrantable) return `${scope}: not covered by your role, ${words(account.role).toLowerCase()}`;
  return isIncluded ? `${scope}: included in ${String(includedIn(scope))}` : scope;
}
