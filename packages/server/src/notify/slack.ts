import type { Channel } from './channel.ts';
import type { Notice, NoticeKind } from './notice.ts';
import { postJson } from './post.ts';

/** The form of Slack's incoming webhooks, which Mattermost, Rocket.Chat and Discord (`…/slack`) take too. */
export const slackTeller =
  (url: string): Channel['tell'] =>
  (notice, signal) =>
    postJson(url, JSON.stringify(slackMessage(notice)), {}, signal);

const MARKS: Readonly<Record<NoticeKind, string>> = {
  needs_human: ':raised_hand:',
  question: ':question:',
  budget: ':moneybag:',
  done: ':white_check_mark:',
  failed: ':x:',
  reminder: ':alarm_clock:',
};

/** `text` is what a phone shows; the blocks are what is read in the channel. */
export function slackMessage({ kind, title, text, link }: Notice) {
  const head = `${MARKS[kind]} *${escaped(title)}*`;
  const body = text === '' ? '' : `\n${escaped(text)}`;
  return {
    text: escaped(title),
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: `${head}${body}` } },
      ...(link === null
        ? []
        : [{ type: 'context', elements: [{ type: 'mrkdwn', text: `<${link}|Open in the workbench>` }] }]),
    ],
  };
}

/** So that nobody's text becomes a link, a mention of everybody or a format of its own. */
const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`]/g, (mark) => `\u200b${mark}`);
