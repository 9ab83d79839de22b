/** Methods of strings, lists and maps everywhere: on anything but a known type, such a name is not the repository's. */
export const LIBRARY =
  /^(?:get|set|add|pop|push|append|extend|insert|items|keys|values|entries|join|split|format|strip|trim|replace|map|filter|forEach|find|update|remove|delete|close|read|write|open|has|contains|includes|len|length|size|next|copy|clone|to_string|toString|equals|unwrap|expect|collect|iter|into|sort|reverse|slice|index|count|concat|match|test|exec|then|catch|apply|call|bind|print|println)$/;
