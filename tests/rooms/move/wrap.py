import re,sys
W=100
def width(s): return len(s.expandtabs(8))
def fix(f):
    L=open(f).read().split('\n'); out=[]; i=0; incomment=False; n=0
    while i<len(L):
        l=L[i]
        stripped=l.lstrip()
        start=stripped.startswith('/*'); cont=incomment and stripped.startswith('*')
        if (start or cont) and width(l)>W and not l.endswith('\\'):
            ind=l[:len(l)-len(stripped)]
            prefix=ind+(' * ' if start else '* ' if ind.endswith(' ') else '* ')
            body=stripped[2:] if cont else None
            # column text of continuation: keep extra indentation
            if cont:
                m=re.match(r'\*( *)',stripped); prefix=ind+'*'+m.group(1)
                if prefix.endswith('*'): prefix+=' '
            words=l; tail=[]
            end=False
            while width(words)>W:
                k=words.rstrip().rfind(' ')
                w=words[k+1:]
                words=words[:k].rstrip()
                tail.insert(0,w)
            # '*/' alone must go with a word
            rest=' '.join(tail)
            if rest=='*/':
                k=words.rfind(' '); rest=words[k+1:]+' */'; words=words[:k]
            out.append(words); n+=1
            nxt=L[i+1] if i+1<len(L) else ''
            closed='*/' in l
            ns=nxt.lstrip()
            same=(not closed) and ns.startswith('*') and not ns.startswith('*/') and nxt.startswith(prefix) and not nxt[len(prefix):].startswith(' ') and nxt[len(prefix):].strip()!='' and not re.match(r'[-A-Z][A-Z_]*\b.*\(|\d',nxt[len(prefix):]) 
            if same: L[i+1]=prefix+rest+' '+nxt[len(prefix):]
            else: L.insert(i+1,prefix+rest)
            incomment=True
            i+=1
            continue
        out.append(l)
        s=re.sub(r'/\*.*?\*/','',l)
        if '/*' in s: incomment=True
        elif '*/' in s: incomment=False
        i+=1
    open(f,'w').write('\n'.join(out)); return n
for f in sys.argv[1:]:
    n=fix(f)
    if n: print(f,n)
