/** The one JSON object a hook prints. Both clients take this shape; `systemMessage` is all a person sees. */
export function hookOutput(additionalContext: string, systemMessage?: string): string {
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext },
    ...(systemMessage === undefined ? {} : { systemMessage }),
  }) + "\n";
}
