import { Bell, BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';

/** Asks the browser once, when the person wants it, whether this page may notify them. */
export function NotificationSwitch() {
  const [permission, setPermission] = useState(currentPermission);
  if (permission === null) return null;
  if (permission === 'granted')
    return (
      <span className="flex items-center gap-1.5 text-sm text-ink-faint">
        <BellRing className="size-4" aria-hidden /> You are notified while this page is hidden
      </span>
    );
  if (permission === 'denied')
    return (
      <span className="flex items-center gap-1.5 text-sm text-ink-faint">
        <BellOff className="size-4" aria-hidden /> Notifications are blocked for this page by your browser
      </span>
    );
  return (
    <Button onClick={() => void Notification.requestPermission().then(setPermission)}>
      <Bell className="size-4" aria-hidden /> Notify me
    </Button>
  );
}

/** Null where the browser knows no notifications. */
const currentPermission = (): NotificationPermission | null =>
  'Notification' in window ? Notification.permission : null;
