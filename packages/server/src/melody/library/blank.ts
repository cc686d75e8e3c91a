/** A melody to begin with: one command, and an agent when it fails. */
export const blankMelody = (name: string): string => `name: ${name}
title: ${name}
description: |
  What it is good for, in a sentence or two.
version: "1.0.0"

parameters:
  command:
    type: text
    description: The command that must pass. Without a word, the checks of the configuration.
    default: "{{ verify }}"
    required: true
    min_length: 1

# Started by hand only, until you say otherwise:
# triggers:
#   - on: schedule
#     cron: "0 6 * * 1"

steps:
  - id: check
    run: "{{ command }}"
    allow_failure: true

  - id: mend
    needs: [check]
    when: ok == false
    agent:
      title: Mend what fails
      description: |
        \`{{ command }}\` fails. Find the cause and mend it. It printed:

        {{ check.output }}
`;

/** The text of a melody under another name, comments and all. */
export const renamed = (text: string, name: string): string => text.replace(/^name:.*$/m, `name: ${name}`);
