import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import type { Texts } from '../../router/search';
import { useAccount } from '../../session/account';
import { closePopover } from '../../ui/dialogs/popover';
import { TextLink } from '../../ui/links';
import { isSearch, readViews, type View, withView, withoutView } from './views';

/** The views that a user has saved of a list in this browser, for one account. The API stores no settings of users. */
function useViews(list: string) {
  const { id, user } = useAccount();
  const key = `trunkline-views/${id}/${user?.id ?? ''}/${list}`;
  const [views, setViews] = useState(() => readViews(storedText(key)));
  const [isRefused, setRefused] = useState(false);
  const store = (next: readonly View[]): void => {
    try {
      localStorage.setItem(key, JSON.stringify(next));
      setViews(next);
      setRefused(false);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setRefused(true);
    }
  };
  return { views, store, isRefused };
}

/** Null also where the browser stores nothing, as in a window that it keeps apart. */
function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Named sets of filters: opens one, saves the current one, and copies its address for others. */
export default function ViewList({ list, search }: { list: string; search: Texts<string> }) {
  const { views, store, isRefused } = useViews(list);
  const [name, setName] = useState('');
  const [copied, setCopied] = useState<string | null>(null);
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    store(withView(views, { name: name.trim(), search: { ...search } }));
    setName('');
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      setCopied('The link is copied.');
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setCopied('The browser did not allow to copy. Copy the address of the page instead.');
    }
  };
  return (
    <Stack gap="sm">
      {views.length === 0 ? (
        <Text size="sm" c="dimmed">
          A view is a set of filters with a name, such as “Failed today”. It is stored in this browser.
        </Text>
      ) : (
        <Stack component="ul" gap={2} p={0} m={0} aria-label="Saved views">
          {views.map((view) => (
            <Group key={view.name} component="li" justify="space-between" wrap="nowrap">
              <TextLink
                to="."
                search={view.search}
                onClick={({ currentTarget }) => closePopover(currentTarget)}
                aria-current={isSearch(view.search, search) || undefined}
                display="block"
                py={5}
                flex={1}
                style={{ overflowWrap: 'anywhere' }}
              >
                {view.name}
              </TextLink>
              <ActionIcon
                variant="subtle"
                size={32}
                aria-label={`Remove the view ${view.name}`}
                onClick={() => store(withoutView(views, view.name))}
              >
                <X size={14} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      )}
      <form onSubmit={save}>
        <Group gap="xs" align="end" wrap="nowrap">
          <TextInput
            label="Save these filters as"
            flex={1}
            maxLength={60}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={name.trim() === ''}>
            Save
          </Button>
        </Group>
      </form>
      {isRefused && (
        <Text size="sm" role="alert">
          The browser stores nothing for this page. Copy a link to the view instead.
        </Text>
      )}
      <Button variant="default" onClick={() => void copy()}>
        Copy a link to this view
      </Button>
      <Text size="xs" c="dimmed" role="status">
        {copied}
      </Text>
    </Stack>
  );
}
